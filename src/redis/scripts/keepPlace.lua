-- Renews or gives up the place of a run, and keeps its text, if the run still has the place.
--
-- KEYS[1]  who has the place
-- KEYS[2]  the text
-- ARGV[1]  id of the run, with which what the holder says begins
-- ARGV[2]  what it says now, or '' to give the place up
-- ARGV[3]  milliseconds from now until the place is free again
-- ARGV[4]  what becomes of the text: `keep`, `drop` or `set`
-- ARGV[5]  the text, where it is set
-- ARGV[6]  milliseconds until the text may be forgotten
-- Returns  1, or 0 when the run does not have the place any more: also when nobody has it

local said = redis.call('GET', KEYS[1])
if not said or string.sub(said, 1, #ARGV[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '' then
	redis.call('DEL', KEYS[1])
else
	redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
if ARGV[4] == 'drop' then
	redis.call('DEL', KEYS[2])
elseif ARGV[4] == 'set' then
	redis.call('SET', KEYS[2], ARGV[5], 'PX', ARGV[6])
end
return 1
