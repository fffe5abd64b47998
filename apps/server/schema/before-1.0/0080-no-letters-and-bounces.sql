-- Letters of the newsletter are sent by a mailing tool, and mails that come back are its concern or the mail provider's.

DROP TABLE letter_delivery, letter;
DROP FUNCTION refuse_started_letter_change();
DROP TYPE letter_delivery_state, letter_state;

DROP TRIGGER player_leaves_address ON player;
DROP TRIGGER player_confirms_address ON player;
DROP TRIGGER subscriber_leaves ON newsletter_subscriber;
DROP TRIGGER subscriber_confirms ON newsletter_subscriber;
DROP FUNCTION forget_mail_bounce(), clear_mail_bounce();
DROP TABLE mail_bounce;
DROP TYPE mail_bounce_kind;
