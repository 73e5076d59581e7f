-- Extends a worker's turn, if the worker still has it.
--
-- KEYS[1]  the turn
-- ARGV[1]  id of the worker
-- ARGV[2]  milliseconds from now until the turn ends
-- Returns  1, or 0 when the worker no longer has the turn

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
