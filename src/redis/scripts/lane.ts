/*
 * The lane that workers share, as scripts of Redis. One hash that never expires holds
 * all lanes, so that Redis always forgets all of it or nothing:
 *
 *   run       id of the Redis that wrote this: a restarted one, or another, has lost later writes
 *   doubt     set while it may have forgotten a holder; a new name each time
 *   (a lane)  `holder beat work`: the beat counts on while the holder lives, work is 1 while the
 *             service may be at work on its call; `-` when it was given back while there was doubt
 *
 * Nothing in it expires by the clock of Redis, which may be set: a waiting worker measures by its
 * own clock how long a beat has not changed.
 */

/** The key of all lanes. */
export const LANES_KEY = 'n8n-nodes-cellular-iot:lanes';

/** KEYS: the lanes. ARGV: the lane; a name for the doubt, should it begin now; the worker's id. */
const READ = `
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
`;

/**
 * Further ARGV: a state, and a doubt, that have been waited out.
 * @returns `mine`, or the state or `doubt …` to wait for.
 */
export const TAKE_LANE = `${READ}
if doubt and doubt == ARGV[5] then
	redis.call('HDEL', key, 'doubt')
	doubt = false
end
if holder == me then return 'mine' end
if state and state ~= '-' and state ~= ARGV[4] then return state end
if doubt and not state then return 'doubt ' .. doubt end
redis.call('HSET', key, lane, me .. ' 0 0')
return 'mine'`;

/**
 * Further ARGV: the beat; 1 while the service may be at work; 1 while nobody else can have had the
 * lane since the last beat.
 * @returns 0 when it is not held, 2 when it had been forgotten and is held again, else 1.
 */
export const BEAT_LANE = `${READ}
local mine = me .. ' ' .. ARGV[4] .. ' ' .. ARGV[5]
if state then
	if holder ~= me then return 0 end
	if tonumber(ARGV[4]) > tonumber(beat) then redis.call('HSET', key, lane, mine) end
	return 1
end
-- Nobody takes a lane while there is doubt.
if not doubt or ARGV[6] ~= '1' then return 0 end
redis.call('HSET', key, lane, mine)
return 2`;

export const FREE_LANE = `${READ}
if holder ~= me then return 0 end
if doubt then redis.call('HSET', key, lane, '-') else redis.call('HDEL', key, lane) end
return 1`;
