/** Something is on its way whose size is not known: a ring that turns, with words. */
export const Spinner = ({ label }: { label: string }) => (
  <div role="status" className="grid min-h-80 place-content-center justify-items-center gap-4 text-quiet">
    <span
      aria-hidden
      className="size-10 animate-spin rounded-full border-4 border-rule border-t-bulb-500 [animation-duration:1.2s]"
    />
    {label}
  </div>
);
