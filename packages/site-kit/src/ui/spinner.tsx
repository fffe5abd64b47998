/** Something is on its way: a ring that turns, with words. */
import { cn } from './cn.ts';

export const Spinner = ({ label }: { label: string }) => (
  <div role="status" className="grid min-h-80 place-content-center justify-items-center gap-4 text-quiet">
    <span
      aria-hidden
      className="size-10 animate-spin rounded-full border-4 border-rule border-t-bulb-500 [animation-duration:1.2s]"
    />
    {label}
  </div>
);

/** Next to content that is being refetched. It takes no room, so that nothing moves. */
export const Refreshing = ({ shown, label }: { shown: boolean; label: string }) => (
  <div role="status" className="absolute top-10 right-5">
    {shown ? (
      <>
        <span
          aria-hidden
          className={cn(
            'block size-6 animate-spin [animation-duration:1.2s]',
            'rounded-full border-3 border-rule border-t-bulb-500',
          )}
        />
        <span className="sr-only">{label}</span>
      </>
    ) : null}
  </div>
);
