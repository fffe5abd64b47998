-- The fence of what the director writes: one row if the lease has this epoch, which it then keeps until the end of the
-- transaction; no row otherwise.
CREATE OR REPLACE FUNCTION held_lease(of_epoch bigint) RETURNS TABLE (epoch bigint) ROWS 1 LANGUAGE plpgsql AS $$
BEGIN
  RETURN QUERY SELECT f.epoch FROM public.director_fence f WHERE f.epoch = of_epoch FOR SHARE;
END $$;
