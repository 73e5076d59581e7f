-- Stores a cell unless it has changed since it was read, forgets old claims, and marks keys as
-- delivered. Deletes an empty cell. Follows forgetDelivered.
--
-- KEYS[1]   the cell, a hash
-- KEYS[2]   the delivered keys
-- KEYS[3]   the cells by when they are due
-- ARGV[1]   the version that was read; versions grow with the time, so that none comes again
-- ARGV[2]   most delivered keys
-- ARGV[3]   milliseconds until a key is forgotten
-- ARGV[4]   milliseconds for which a key is known
-- ARGV[5]   name of the cell
-- ARGV[6]   when the cell is due, or ''
-- ARGV[7]   milliseconds until the cell is forgotten, or '' for the time of the keys
-- ARGV[8]   1 when the cell is empty, else 0
-- ARGV[9]   least age in milliseconds of a claim to forget
-- ARGV[10]  number of the following fields and texts
-- ARGV[11…] these fields, each with its text; the number of keys whose claims are forgotten; these
--           keys; the keys to mark as delivered
-- Returns   1, or 0 when the cell has changed since it was read

local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[1] then return 0 end
local delivered, most = KEYS[2], tonumber(ARGV[2])
local keepMs, knownMs = tonumber(ARGV[3]), tonumber(ARGV[4])
local retracted = 11 + tonumber(ARGV[10])
if ARGV[8] == '1' then
	redis.call('DEL', KEYS[1])
else
	local nextVersion = math.max(tonumber(version) + 1, now)
	redis.call('HSET', KEYS[1], 'version', string.format('%d', nextVersion))
	for i = 11, retracted - 1, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
if ARGV[6] == '' then
	redis.call('ZREM', KEYS[3], ARGV[5])
else
	redis.call('ZADD', KEYS[3], ARGV[6], ARGV[5])
end
if keepMs < 1e15 then
	for _, key in ipairs({ KEYS[1], KEYS[3] }) do
		redis.call('PEXPIRE', key, string.format('%d', keepMs))
	end
end
if ARGV[7] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[7]) end
local first = retracted + 1 + tonumber(ARGV[retracted])
for i = retracted + 1, first - 1 do
	local score = tonumber(redis.call('ZSCORE', delivered, ARGV[i]) or '')
	if score and score <= now - tonumber(ARGV[9]) then redis.call('ZREM', delivered, ARGV[i]) end
end
if first <= #ARGV then
	for i = first, #ARGV do
		local score = tonumber(redis.call('ZSCORE', delivered, ARGV[i]) or '')
		-- A run may have claimed it already.
		if not score or score <= now - knownMs then redis.call('ZADD', delivered, now + 0.5, ARGV[i]) end
	end
	forgetDelivered(delivered, keepMs, most)
end
return 1
