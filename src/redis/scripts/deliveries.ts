/*
 * The ledger on a Redis, each step in one script, by the time of Redis. A sorted set holds the
 * delivered keys, the newest last. The score of a key is the number of the run that has claimed it,
 * which is the moment of its first claim in milliseconds; or the moment and a half if n8n took it
 * and no run has claimed it yet.
 */

const NOW = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)`;

/** Forgets what is too old, or beyond the most; `told`, `keep` and `most` are set. */
const TRIM = `
redis.call('ZREMRANGEBYSCORE', told, '-inf', now - keep)
redis.call('ZREMRANGEBYRANK', told, 0, -most - 1)
if keep < 1e15 then redis.call('PEXPIRE', told, string.format('%d', keep)) end`;

/**
 * A run claims its keys: the first run to claim a key emits it. Gives 1 for each key that no other
 * run has claimed. KEYS: told, the last number, the number of this run. ARGV: most, time to keep
 * them, time for which they are known, life of a run's number, keys.
 */
export const CLAIM_KEYS = `${NOW}
local told, most, keep, known = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local own = tonumber(redis.call('GET', KEYS[3]) or '')
if not own then
  own = math.max(now, tonumber(redis.call('GET', KEYS[2]) or '0') + 1)
  redis.call('SET', KEYS[2], string.format('%d', own))
  redis.call('SET', KEYS[3], string.format('%d', own), 'PX', ARGV[4])
end
local fresh = {}
for i = 5, #ARGV do
  local held = tonumber(redis.call('ZSCORE', told, ARGV[i]) or '')
  -- Where they are known for no time, each run emits its own: also two of one moment.
  if held and held % 1 == 0 and held ~= own and known > 0 and held > now - known then
    fresh[i - 4] = 0
  else
    redis.call('ZADD', told, own, ARGV[i])
    fresh[i - 4] = 1
  end
end${TRIM}
return fresh`;

/**
 * Stores a cell unless it has changed since it was read, forgets old claims, and marks keys as
 * delivered. An empty cell is deleted; versions grow with the time, so that none comes again. KEYS: the
 * cell, told, cells by when they are due. ARGV: version read, most, time to keep them, time for which
 * they are known, name of the cell, when it is due, how long it is kept (empty: as keys are), whether it
 * is empty, least age of a claim to forget, number of fields and texts, these, number of keys whose
 * claims are forgotten, these, delivered keys.
 */
export const CHANGE_CELL = `
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if version ~= ARGV[1] then return 0 end${NOW}
local told, most, keep, known = KEYS[2], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local retracted = 11 + tonumber(ARGV[10])
if ARGV[8] == '1' then redis.call('DEL', KEYS[1])
else
  local next = math.max(tonumber(version) + 1, now)
  redis.call('HSET', KEYS[1], 'version', string.format('%d', next))
  for i = 11, retracted - 1, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
if ARGV[6] == '' then redis.call('ZREM', KEYS[3], ARGV[5])
else redis.call('ZADD', KEYS[3], ARGV[6], ARGV[5]) end
if keep < 1e15 then
  for _, key in ipairs({ KEYS[1], KEYS[3] }) do redis.call('PEXPIRE', key, string.format('%d', keep)) end
end
if ARGV[7] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[7]) end
local first = retracted + 1 + tonumber(ARGV[retracted])
for i = retracted + 1, first - 1 do
  local held = tonumber(redis.call('ZSCORE', told, ARGV[i]) or '')
  if held and held <= now - tonumber(ARGV[9]) then redis.call('ZREM', told, ARGV[i]) end
end
if first <= #ARGV then
  for i = first, #ARGV do
    local held = tonumber(redis.call('ZSCORE', told, ARGV[i]) or '')
    -- A run may have claimed it already.
    if not held or held <= now - known then redis.call('ZADD', told, now + 0.5, ARGV[i]) end
  end${TRIM}
end
return 1`;
