-- Adds to a count that workers share.
--
-- KEYS[1]  the count
-- ARGV[1]  what is added
-- ARGV[2]  what the count is known to be at least
-- ARGV[3]  milliseconds until Redis may forget the count
-- Returns  the sum

local before = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), tonumber(ARGV[2]))
local sum = before + tonumber(ARGV[1])
redis.call('SET', KEYS[1], string.format('%d', sum), 'PX', ARGV[3])
return sum
