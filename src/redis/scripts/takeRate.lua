-- Counts the start of a request against the limits that workers share, if the limits permit it.
-- The counterpart of `Bucket` and `Window` in pace.ts, which serve one process.
--
-- A request stands in the sorted set of each window with the last time at which it counts: the time
-- of its answer, or until then, the end of the longest time that a request can take.
--
-- KEYS     the bucket, if ARGV[2] > 0; then the windows
-- ARGV[1]  id of the request
-- ARGV[2]  milliseconds between two starts; 0 when there is no bucket
-- ARGV[3]  burst: starts that may follow each other at once
-- ARGV[4]  longest wait for a first answer, in milliseconds
-- ARGV[5]  longest time of a request, in milliseconds
-- ARGV[6…] for each window: its size, 1 when a login asks (else 0), and its length in milliseconds
-- Returns  milliseconds to wait; 0 when the request has been counted

local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local id, every, burst = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local patience, longest = tonumber(ARGV[4]), tonumber(ARGV[5])
local wait, firstWindow = 0, 1
-- When the bucket is full again; and since when a first answer has been awaited, if it is.
local fullAt, since = 0, nil
local writeBucket = function()
	local sinceText = since and string.format('%.3f', since) or ''
	local fullText = string.format('%.3f', fullAt)
	redis.call('HSET', KEYS[1], 'fullAt', fullText, 'since', sinceText, 'at', string.format('%.3f', now))
	redis.call('PEXPIRE', KEYS[1], math.ceil(fullAt - now + patience) + 1000)
end
if every > 0 then
	firstWindow = 2
	local bucket = redis.call('HMGET', KEYS[1], 'fullAt', 'since', 'at')
	fullAt, since = tonumber(bucket[1]) or 0, tonumber(bucket[2])
	-- Redis's clock may be set back: as much is left to wait as when the bucket was last written.
	local back = (tonumber(bucket[3]) or now) - now
	if back > 0 then
		fullAt, since = fullAt - back, since and since - back
		writeBucket()
	end
	if since and now - since >= patience then fullAt, since = fullAt + patience, nil end
	local awaited = since and now - since or 0
	wait = fullAt + awaited + every - every * burst - now
end
for i = firstWindow, #KEYS do
	local at = 6 + (i - firstWindow) * 3
	local most, isLogin, span = tonumber(ARGV[at]), ARGV[at + 1] == '1', tonumber(ARGV[at + 2])
	redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now - span)
	redis.call('ZREMRANGEBYSCORE', KEYS[i], now + longest + 1, '+inf')
	local count = isLogin and redis.call('ZCOUNT', KEYS[i], '-inf', now) or redis.call('ZCARD', KEYS[i])
	if count >= most then
		local leaves = redis.call('ZRANGE', KEYS[i], count - most, count - most, 'WITHSCORES')[2]
		-- One that is not answered yet may be soon.
		local windowWait = tonumber(leaves) > now and 1000 or leaves + span - now
		if windowWait > wait then wait = windowWait end
	end
end
if wait > 0 then return math.ceil(wait) end
if every > 0 then
	if not since then
		if now - fullAt > every then since = now end
		fullAt = math.max(fullAt, now)
	end
	fullAt = fullAt + every
	writeBucket()
end
for i = firstWindow, #KEYS do
	redis.call('ZADD', KEYS[i], string.format('%.3f', now + longest), id)
	redis.call('PEXPIRE', KEYS[i], ARGV[8 + (i - firstWindow) * 3] + longest)
end
return 0
