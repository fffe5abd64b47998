-- The rate at which the processes of a site give mails to the mail server.
CREATE TABLE mail_rate (
  id smallint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  -- When the last mail that was counted has its place at an even rate. It lies ahead of the clock by as much as was sent faster.
  used_until timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO mail_rate DEFAULT VALUES;
SELECT restrict_application('mail_rate', '{used_until}');
