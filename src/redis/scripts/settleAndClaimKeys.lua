-- Writes the verdicts of idempotency keys, also into a Redis that has forgotten their claims
-- meanwhile, and claims all keys that are free.
--
-- A key is a hash: `request`, the digest of what it stands for; `by`, the claim that has it; `at`,
-- when that claim last asked for it, by the clock of Redis in milliseconds; `done` and `result`, once
-- these are known. A key without `done` is claimed and has no verdict; `asked` says that another claim
-- has asked for it since.
--
-- KEYS     the keys with verdicts, then the keys to claim
-- ARGV[1]  milliseconds until Redis may forget a key
-- ARGV[2]  number of verdicts
-- ARGV[3…] for each verdict: the id of its claim ('' for whichever has the key), the digest of its
--          request, 1 when it is done or 0 when the key is free again, and its result;
--          then the id of the claim ('' to look at the keys, and to claim none), and the digest of the
--          request of each key to claim
-- Returns  the id of this Redis, which a restarted or another one does not have; for each key to
--          claim 1 when it is claimed now, or was by this claim, asked again; 0 when it is free and none
--          was to be claimed; else its request, the milliseconds since its claim (-1 when the clock of
--          Redis was minutes ahead then, so that nobody knows), 1 when it is done (else 0), and its
--          result; and for each verdict 1 when another claim has asked for its key or has it, else 0

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local keepMs, verdicts = ARGV[1], tonumber(ARGV[2])
local wanted = {}
for i = 1, verdicts do
	local key = KEYS[i]
	local by, request, done, result = unpack(ARGV, 4 * i - 1, 4 * i + 2)
	local stored = redis.call('HMGET', key, 'by', 'at', 'asked')
	local isLost = stored[1] and by ~= '' and stored[1] ~= by
	wanted[i] = (isLost or stored[3]) and 1 or 0
	if isLost then
		-- This claim ended meanwhile, and another has claimed the key.
	elseif done == '0' then
		redis.call('DEL', key)
	else
		local at = stored[2] or time[1] .. '000'
		redis.call('HSET', key, 'request', request, 'by', by, 'at', at, 'done', '1', 'result', result)
		redis.call('PEXPIRE', key, keepMs)
	end
end
local claim, found = ARGV[4 * verdicts + 3], {}
for i = verdicts + 1, #KEYS do
	local key, request = KEYS[i], ARGV[3 * verdicts + 3 + i]
	local stored = redis.call('HMGET', key, 'request', 'by', 'at', 'done', 'result')
	if not stored[1] and claim == '' then
		found[#found + 1] = 0
	elseif not stored[1] then
		redis.call('HSET', key, 'request', request, 'by', claim, 'at', string.format('%d', now))
		redis.call('PEXPIRE', key, keepMs)
		found[#found + 1] = 1
	elseif stored[2] == claim and not stored[4] then
		redis.call('HSET', key, 'at', string.format('%d', now))
		found[#found + 1] = 1
	else
		local ago = now - (tonumber(stored[3]) or 0)
		if ago < -300000 then ago = -1 else ago = math.max(0, ago) end
		if claim ~= '' and not stored[4] then redis.call('HSET', key, 'asked', '1') end
		found[#found + 1] = { stored[1], ago, stored[4] and 1 or 0, stored[5] or '' }
	end
end
return { string.match(redis.call('INFO', 'server'), 'run_id:(%w+)') or 'unnamed', found, wanted }
