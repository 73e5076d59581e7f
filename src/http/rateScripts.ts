/*
 * The limits that workers share, as scripts of Redis: what `Bucket` and `Window` of pace.ts are in
 * one process. A request stands in each window's sorted set with the time at which it counts last:
 * that of its answer, or of the longest it can take while none has come.
 */

/**
 * KEYS: the bucket (when ARGV[2] > 0), then the windows. ARGV: id of the request; milliseconds
 * between two starts; burst; jitter; length of a window; longest request; then for each window how
 * many it takes, and 1 when it is asked for a login.
 * @returns milliseconds to wait; 0 when the request has been counted.
 */
export const TAKE_RATE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local id, every, burst = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local jitter, span, longest = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local wait, first, fullAt, wasFull = 0, 1, 0, false
if every > 0 then
	first = 2
	local bucket = redis.call('HMGET', KEYS[1], 'fullAt', 'wasFull')
	fullAt, wasFull = tonumber(bucket[1]) or 0, bucket[2] ~= '0'
	-- Nothing is ever that far ahead, unless the clock was set back.
	if fullAt <= now or fullAt > now + 400 * every + jitter then fullAt, wasFull = now, true end
	wait = fullAt + every - every * burst - now
end
for i = first, #KEYS do
	local at = 7 + (i - first) * 2
	local most, isLogin = tonumber(ARGV[at]), ARGV[at + 1] == '1'
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
	fullAt = fullAt + every
	if wasFull and fullAt + every - every * burst > now then fullAt, wasFull = fullAt + jitter, false end
	redis.call('HSET', KEYS[1], 'fullAt', string.format('%.3f', fullAt), 'wasFull', wasFull and '1' or '0')
	redis.call('PEXPIRE', KEYS[1], math.ceil(fullAt - now) + 1000)
end
for i = first, #KEYS do
	redis.call('ZADD', KEYS[i], string.format('%.3f', now + longest), id)
	redis.call('PEXPIRE', KEYS[i], span + longest)
end
return 0`;

/** KEYS: the windows. ARGV: id of a request that has been answered. */
export const END_RATE = `
local time = redis.call('TIME')
local now = string.format('%.3f', time[1] * 1000 + time[2] / 1000)
for _, key in ipairs(KEYS) do redis.call('ZADD', key, 'XX', now, ARGV[1]) end
return 0`;
