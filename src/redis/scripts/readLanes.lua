-- The beginning of takeLane, beatLane and freeLane: reads the lanes that workers share.
--
-- One hash that never expires holds all lanes, so that Redis forgets all of it or nothing:
--   run       id of the Redis that wrote this: a restarted one, or another, has lost later writes
--   doubt     set while this Redis may have forgotten a holder; a new name each time
--   (a lane)  `holder beat work`: the beat counts on while the holder lives, work is 1 while the
--             service may be at work on its call; `-` when it was given back while there was doubt
-- Nothing in it expires by the clock of Redis, which may be set: a waiting worker measures by its
-- own clock how long a beat has not changed.
--
-- KEYS[1]  the lanes
-- ARGV[1]  the lane
-- ARGV[2]  a name for the doubt, should it begin now
-- ARGV[3]  id of the worker
-- Sets     key, lane, me, doubt, state (of the lane), and its holder and beat

local key, lane, me = KEYS[1], ARGV[1], ARGV[3]
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or 'unnamed'
local known = redis.call('HMGET', key, 'run', 'doubt', lane)
local doubt, state = known[2], known[3]
if known[1] ~= run then
	if not known[1] and redis.call('EXISTS', key) == 1 then
		return redis.error_reply('WRONGTYPE it holds no lanes')
	end
	doubt, state = ARGV[2], false
	redis.call('DEL', key)
	redis.call('HSET', key, 'run', run, 'doubt', doubt)
end
local holder, beat = string.match(state or '', '^(%S+) (%d+) [01]$')
