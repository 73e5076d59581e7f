/*
 * Idempotency keys on a Redis, each a hash: `request`, the digest of what it stands for; `by`, the
 * claim that holds it; `at`, when that claim has last asked for it, by the clock of Redis in
 * milliseconds; `done` and `result`, once that is known. A key without `done` is claimed and has no
 * verdict.
 */

/**
 * Writes verdicts, also into a Redis that has forgotten the claims meanwhile, and claims all keys that are
 * free. KEYS: those with verdicts, then those to claim. ARGV: milliseconds they are kept; number of
 * verdicts; for each the id of its claim ('' for whoever has it), the digest of its request, 1 when it is
 * done or 0 when it is free again, and its result; then the id of the claim, and the digest of the
 * request of each key to claim.
 * @returns the id of this Redis, which a restarted or another one does not have; and for each key to
 * claim 1 when it is claimed now, or was by this claim, asked again; else its request, the milliseconds
 * since its claim (-1 where the clock of Redis was minutes ahead then, so that nobody knows), 1 when it
 * is done, and its result.
 */
export const SETTLE_AND_CLAIM_KEYS = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local kept, verdicts = ARGV[1], tonumber(ARGV[2])
for i = 1, verdicts do
	local key = KEYS[i]
	local by, request, done, result = unpack(ARGV, 4 * i - 1, 4 * i + 2)
	local held = redis.call('HMGET', key, 'by', 'at')
	if held[1] and by ~= '' and held[1] ~= by then
		-- It ended meanwhile, and another has claimed it.
	elseif done == '0' then
		redis.call('DEL', key)
	else
		local at = held[2] or time[1] .. '000'
		redis.call('HSET', key, 'request', request, 'by', by, 'at', at, 'done', '1', 'result', result)
		redis.call('PEXPIRE', key, kept)
	end
end
local claim, found = ARGV[4 * verdicts + 3], {}
for i = verdicts + 1, #KEYS do
	local key, request = KEYS[i], ARGV[3 * verdicts + 3 + i]
	local held = redis.call('HMGET', key, 'request', 'by', 'at', 'done', 'result')
	if not held[1] then
		redis.call('HSET', key, 'request', request, 'by', claim, 'at', string.format('%d', now))
		redis.call('PEXPIRE', key, kept)
		found[#found + 1] = 1
	elseif held[2] == claim and not held[4] then
		redis.call('HSET', key, 'at', string.format('%d', now))
		found[#found + 1] = 1
	else
		local ago = now - (tonumber(held[3]) or 0)
		if ago < -300000 then ago = -1 else ago = math.max(0, ago) end
		found[#found + 1] = { held[1], ago, held[4] and 1 or 0, held[5] or '' }
	end
end
return { string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or 'unnamed', found }`;
