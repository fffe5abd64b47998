-- Each day is in a month that has a board, and nothing waits for a count of what was won before there were boards.
ALTER TABLE carried_standing DROP COLUMN month_days;
DROP FUNCTION ledger.start_boards(bigint);
DROP FUNCTION ledger.count_old_gains(bigint, bigint);
DROP TABLE board_start;
