-- Takes a lane that is free, or whose state or doubt has been waited out. Follows readLanes.
--
-- KEYS[1]     the lanes
-- ARGV[1..3]  as in readLanes
-- ARGV[4]     a state that has been waited out
-- ARGV[5]     a doubt that has been waited out
-- Returns     `mine`, or the state or `doubt …` to wait for

if doubt and doubt == ARGV[5] then
	redis.call('HDEL', key, 'doubt')
	doubt = false
end
if holder == me then return 'mine' end
if state and state ~= '-' and state ~= ARGV[4] then return state end
if doubt and not state then return 'doubt ' .. doubt end
redis.call('HSET', key, lane, me .. ' 0 0')
return 'mine'
