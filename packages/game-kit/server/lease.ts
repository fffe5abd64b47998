/** The fence of every engine write: a leader that was replaced while it was paused can write nothing. */

/** A CTE `lease (epoch)` with one row while the epoch in `$1` is the director's; shared-locked until the commit. */
export const leaseFence = `lease AS MATERIALIZED (SELECT epoch FROM director_lease WHERE epoch = $1 FOR SHARE)`;
