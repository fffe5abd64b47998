/** What the site has published beyond single results: the log and the seed chains. */
import { ChainsPanel } from './chains-panel.tsx';
import { LogPanel } from './log-panel.tsx';

export default function Published() {
  return (
    <>
      <LogPanel />
      <ChainsPanel />
    </>
  );
}
