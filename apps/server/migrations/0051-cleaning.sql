-- Finds messages that were sent or abandoned, which are deleted after some days.
CREATE INDEX notice_delivery_done ON notice_delivery (created_at) WHERE state <> 'queued';
