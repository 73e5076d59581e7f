-- The beginning of claimDelivered and changeCell: reads the time, and defines how a trigger's ledger
-- forgets.
--
-- A sorted set holds the delivered keys, the newest last. The score of a key is the number of the run
-- that has claimed it, which is the moment of its first claim in milliseconds; or the moment and a
-- half if n8n took it and no run has claimed it yet.
--
-- Sets  now (milliseconds, by the clock of Redis), forgetDelivered

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

-- Forgets the delivered keys that are older than keepMs, and the oldest beyond most.
local function forgetDelivered(delivered, keepMs, most)
	redis.call('ZREMRANGEBYSCORE', delivered, '-inf', now - keepMs)
	redis.call('ZREMRANGEBYRANK', delivered, 0, -most - 1)
	if keepMs < 1e15 then redis.call('PEXPIRE', delivered, string.format('%d', keepMs)) end
end
