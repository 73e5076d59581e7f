-- Shows the other workers that the holder of a lane lives. Follows readLanes.
--
-- KEYS[1]     the lanes
-- ARGV[1..3]  as in readLanes
-- ARGV[4]     the beat
-- ARGV[5]     1 while the service may be at work on the holder's call, else 0
-- ARGV[6]     1 while nobody else can have had the lane since the last beat, else 0
-- Returns     0 when the worker does not hold the lane, 2 when Redis had forgotten it and the
--             worker holds it again, else 1

local mine = me .. ' ' .. ARGV[4] .. ' ' .. ARGV[5]
if state then
	if holder ~= me then return 0 end
	if tonumber(ARGV[4]) > tonumber(beat) then redis.call('HSET', key, lane, mine) end
	return 1
end
-- Nobody takes a lane while there is doubt.
if not doubt or ARGV[6] ~= '1' then return 0 end
redis.call('HSET', key, lane, mine)
return 2
