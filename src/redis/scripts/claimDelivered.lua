-- A run claims delivered keys: the first run that claims a key emits it. Follows forgetDelivered.
--
-- KEYS[1]  the delivered keys
-- KEYS[2]  the last number of a run
-- KEYS[3]  the number of this run
-- ARGV[1]  most delivered keys
-- ARGV[2]  milliseconds until a key is forgotten
-- ARGV[3]  milliseconds for which a key is known
-- ARGV[4]  milliseconds until the number of a run is forgotten
-- ARGV[5…] the keys to claim
-- Returns  for each key 1, or 0 when another run has claimed it

local delivered, most = KEYS[1], tonumber(ARGV[1])
local keepMs, knownMs = tonumber(ARGV[2]), tonumber(ARGV[3])
local own = tonumber(redis.call('GET', KEYS[3]) or '')
if not own then
	own = math.max(now, tonumber(redis.call('GET', KEYS[2]) or '0') + 1)
	redis.call('SET', KEYS[2], string.format('%d', own))
	redis.call('SET', KEYS[3], string.format('%d', own), 'PX', ARGV[4])
end
local fresh = {}
for i = 5, #ARGV do
	local score = tonumber(redis.call('ZSCORE', delivered, ARGV[i]) or '')
	local isClaimed = score and score % 1 == 0 and score ~= own
	-- When keys are known for no time, each run emits its own, even if two claim at one moment.
	if isClaimed and knownMs > 0 and score > now - knownMs then
		fresh[i - 4] = 0
	else
		redis.call('ZADD', delivered, own, ARGV[i])
		fresh[i - 4] = 1
	end
end
forgetDelivered(delivered, keepMs, most)
return fresh
