/** Shown when the frame of the pages broke. Only the document itself remains. */
import { PageError } from './page-error.tsx';

export const CrashPage = ({ error }: { error: unknown }) => (
  <main id="main" className="flex min-h-dvh flex-col">
    <PageError error={error} />
  </main>
);
