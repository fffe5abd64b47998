-- @statement setSiteZone
-- The zone that the view `today` reads the site's day in.
UPDATE site_zone SET name = :zone;
