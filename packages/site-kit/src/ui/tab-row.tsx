/** Views in a row, of which one is shown: some are switched to on the page, others have a page of their own. */
import { Link } from '../router/router.tsx';
import { cn } from './cn.ts';

export interface TabOfRow {
  text: string;
  isCurrent: boolean;
  /** The address of its page, or what switches to it. */
  to: string | (() => void);
}

export function TabRow({ label, tabs }: { label: string; tabs: readonly TabOfRow[] }) {
  return (
    <div role="group" aria-label={label} className="mb-4 flex flex-wrap border-b-[1.5px] border-rule">
      {tabs.map(({ text, isCurrent, to }) => {
        const look = cn(
          'inline-flex min-h-11 items-center justify-center px-1.5 font-bold max-xs:text-14 sm:px-3',
          isCurrent ? 'border-b-[3px] border-coin text-coin' : 'pb-[3px] text-quiet hover:text-text',
        );
        return typeof to === 'string' ? (
          <Link key={text} to={to} aria-current={isCurrent ? 'page' : undefined} className={look}>
            {text}
          </Link>
        ) : (
          <button key={text} type="button" aria-pressed={isCurrent} className={look} onClick={to}>
            {text}
          </button>
        );
      })}
    </div>
  );
}
