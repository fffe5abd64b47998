/**
 * A button that unfolds a panel of links below it. Links stay links (no ARIA menu): a click outside, Escape,
 * following one, or the focus going elsewhere folds it again; arrow keys walk through it.
 */
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from '../router/router.tsx';
import { cn } from './cn.ts';

interface DropdownProps {
  /** The accessible name, where the content of the button does not contain it. */
  label?: string;
  button: ReactNode;
  buttonClassName: string;
  align?: 'start' | 'end';
  children: ReactNode;
}

export function Dropdown({ label, button, buttonClassName, align = 'start', children }: DropdownProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // Open on one page only: following a link folds the panel.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === key;

  useEffect(() => {
    if (!open) return;
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpenAt(null);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        setOpenAt(null);
        trigger.current?.focus();
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        focusNeighbor(root.current, event.key === 'ArrowDown' ? 1 : -1);
      }
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [open]);

  return (
    <div ref={root} className="relative">
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={id}
        className={buttonClassName}
        onClick={() => setOpenAt(open ? null : key)}
      >
        {button}
      </button>
      <div
        id={id}
        hidden={!open}
        className={cn(
          'absolute top-full z-50 mt-2 w-60 animate-[fade-in_120ms] rounded-panel border-[1.5px]',
          'border-rule bg-panel p-2 text-text in-[header]:mt-5',
          align === 'end' ? 'right-0' : 'left-0',
        )}
      >
        {children}
      </div>
    </div>
  );
}

/** From the button, down leads to the first item and up to the last. */
function focusNeighbor(root: HTMLElement | null, step: 1 | -1): void {
  const items = [...(root?.querySelectorAll<HTMLElement>('[data-dropdown-item]') ?? [])];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = at === -1 ? (step === 1 ? 0 : items.length - 1) : (at + step + items.length) % items.length;
  items[next]?.focus();
}

const itemClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 text-16 hover:bg-raised ' +
  'focus-visible:-outline-offset-3 aria-[current=page]:bg-raised';

export function DropdownLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <NavLink end to={to} data-dropdown-item className={itemClass}>
      {children}
    </NavLink>
  );
}

export function DropdownAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" data-dropdown-item className={itemClass} onClick={onClick}>
      {children}
    </button>
  );
}

export const DropdownRule = () => <hr aria-hidden className="my-2 border-t-[1.5px] border-rule" />;
