DROP FUNCTION lock_keys(text, bigint[], text[]);
DROP FUNCTION lock_several_keys(text, bigint[], text[]);
DROP FUNCTION lock_new_keys(text, bigint[], text[], integer);
