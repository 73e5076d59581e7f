-- Notes that a request which takeRate has counted was answered.
--
-- KEYS     as for takeRate
-- ARGV[1]  id of the request
-- ARGV[2]  1 when there is a bucket, else 0
-- ARGV[3]  longest wait for a first answer, in milliseconds
-- ARGV[4]  longest time of a request, in milliseconds
-- Returns  0

local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local id, patience, longest = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4])
local firstWindow = 1
if ARGV[2] == '1' then
	firstWindow = 2
	local bucket = redis.call('HMGET', KEYS[1], 'fullAt', 'since')
	local since = tonumber(bucket[2])
	local started = (tonumber(redis.call('ZSCORE', KEYS[2], id)) or 0) - longest
	-- Both were rounded.
	if since and started > since - 1 then
		local fullAt = bucket[1] + math.min(now - since, patience)
		redis.call('HSET', KEYS[1], 'fullAt', string.format('%.3f', fullAt), 'since', '')
	end
end
for i = firstWindow, #KEYS do
	redis.call('ZADD', KEYS[i], 'XX', string.format('%.3f', now), id)
end
return 0
