/*
 * The limits that workers share, as scripts of Redis: the counterpart of `Bucket` and `Window` in
 * pace.ts, which serve one process. A request stands in each window's sorted set with the last time
 * at which it counts: that of its answer, or until then, that of the longest a request can take.
 */

/**
 * KEYS: the bucket (when ARGV[2] > 0), then the windows. ARGV: id of the request; milliseconds
 * between two starts; burst; the longest wait for a first answer; longest request; then for each
 * window its size, 1 when a login asks, and its length.
 * @returns milliseconds to wait; 0 when the request has been counted.
 */
export const TAKE_RATE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local id, every, burst = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local patience, longest = tonumber(ARGV[4]), tonumber(ARGV[5])
local wait, first, fullAt, since = 0, 1, 0, nil
local keep = function()
	local held = since and string.format('%.3f', since) or ''
	local full = string.format('%.3f', fullAt)
	redis.call('HSET', KEYS[1], 'fullAt', full, 'since', held, 'at', string.format('%.3f', now))
	redis.call('PEXPIRE', KEYS[1], math.ceil(fullAt - now + patience) + 1000)
end
if every > 0 then
	first = 2
	local bucket = redis.call('HMGET', KEYS[1], 'fullAt', 'since', 'at')
	fullAt, since = tonumber(bucket[1]) or 0, tonumber(bucket[2])
	-- Redis's clock may be set back: as much is left to wait as when the bucket was last written.
	local back = (tonumber(bucket[3]) or now) - now
	if back > 0 then
		fullAt, since = fullAt - back, since and since - back
		keep()
	end
	if since and now - since >= patience then fullAt, since = fullAt + patience, nil end
	local held = since and now - since or 0
	wait = fullAt + held + every - every * burst - now
end
for i = first, #KEYS do
	local at = 6 + (i - first) * 3
	local most, isLogin, span = tonumber(ARGV[at]), ARGV[at + 1] == '1', tonumber(ARGV[at + 2])
	redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now - span)
	redis.call('ZREMRANGEBYSCORE', KEYS[i], now + longest + 1, '+inf')
	local count = isLogin and redis.call('ZCOUNT', KEYS[i], '-inf', now) or redis.call('ZCARD', KEYS[i])
	if count >= most then
		local leaves = redis.call('ZRANGE', KEYS[i], count - most, count - most, 'WITHSCORES')[2]
		-- One that is not answered yet may be soon.
		local until_ = tonumber(leaves) > now and 1000 or leaves + span - now
		if until_ > wait then wait = until_ end
	end
end
if wait > 0 then return math.ceil(wait) end
if every > 0 then
	if not since then
		if now - fullAt > every then since = now end
		fullAt = math.max(fullAt, now)
	end
	fullAt = fullAt + every
	keep()
end
for i = first, #KEYS do
	redis.call('ZADD', KEYS[i], string.format('%.3f', now + longest), id)
	redis.call('PEXPIRE', KEYS[i], ARGV[8 + (i - first) * 3] + longest)
end
return 0`;

/**
 * KEYS: as for the start. ARGV: id of a request that has been answered; 1 when there is a bucket;
 * the longest wait for a first answer; longest request.
 */
export const END_RATE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local id, patience, longest = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4])
local first = 1
if ARGV[2] == '1' then
	first = 2
	local bucket = redis.call('HMGET', KEYS[1], 'fullAt', 'since')
	local since = tonumber(bucket[2])
	local started = (tonumber(redis.call('ZSCORE', KEYS[2], id)) or 0) - longest
	-- Both were rounded.
	if since and started > since - 1 then
		local fullAt = bucket[1] + math.min(now - since, patience)
		redis.call('HSET', KEYS[1], 'fullAt', string.format('%.3f', fullAt), 'since', '')
	end
end
for i = first, #KEYS do
	redis.call('ZADD', KEYS[i], 'XX', string.format('%.3f', now), id)
end
return 0`;

/** KEYS: a count. ARGV: the addend; the known minimum; milliseconds to keep it. @returns the sum */
export const COUNT_UP = `
local before = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), tonumber(ARGV[2]))
local sum = before + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%d', sum), 'PX', ARGV[3])
return sum`;
