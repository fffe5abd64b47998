-- @statement readClock
SELECT clock_timestamp() AS now;
