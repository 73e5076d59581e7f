-- Gives a lane back. Follows readLanes.
--
-- KEYS[1]     the lanes
-- ARGV[1..3]  as in readLanes
-- Returns     1, or 0 when the worker does not hold the lane

if holder ~= me then return 0 end
if doubt then redis.call('HSET', key, lane, '-') else redis.call('HDEL', key, lane) end
return 1
