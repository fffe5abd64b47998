-- The console lists invitations: what each is for, and who used it or when it was ended. There is no foreign key, which would
-- lock the table of players; closing an account removes the row.
ALTER TABLE invitation
  ADD note text NOT NULL DEFAULT '',
  ADD created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was used by a player, or ended by the staff.
  ADD ended_at timestamptz,
  ADD used_by bigint;
