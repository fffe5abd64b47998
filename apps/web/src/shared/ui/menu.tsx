/** A dropdown menu: arrow keys, typing ahead and Escape come from Radix, the look is ours. */
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface MenuProps {
  /** A button; it receives the menu's behaviour. */
  trigger: ReactNode;
  align?: 'start' | 'end';
  children: ReactNode;
}

export function Menu({ trigger, align = 'start', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={8}
          collisionPadding={8}
          className="z-50 min-w-56 animate-[fade-in_120ms] rounded-panel border-[1.5px] border-rule bg-panel p-2 text-text"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const itemClass =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 text-[16px] outline-none data-highlighted:bg-raised ' +
  'data-highlighted:outline-3 data-highlighted:-outline-offset-3 data-highlighted:outline-focus';

export function MenuLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} className={itemClass}>
        {children}
      </Link>
    </DropdownMenu.Item>
  );
}

export function MenuAction({ onSelect, children }: { onSelect: () => void; children: ReactNode }) {
  return (
    <DropdownMenu.Item className={itemClass} onSelect={onSelect}>
      {children}
    </DropdownMenu.Item>
  );
}

export const MenuRule = () => <DropdownMenu.Separator className="my-2 h-[1.5px] bg-rule" />;

export const MenuText = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-3 py-2">{children}</DropdownMenu.Label>
);
