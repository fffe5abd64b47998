/**
 * Tabs, with the roles and keys of the ARIA pattern: arrow keys, Home and End move between them, and the Tab key leads
 * to the chosen one. A panel is any element with `tabPanelProps`.
 */
import { useState, type ReactNode } from 'react';
import { moveFocus } from './move-focus.ts';

interface TabListProps<Value extends string> {
  /** Names the tabs with their panels, as `tabPanelProps` gets it. */
  id: string;
  label: string;
  tabs: readonly { value: Value; label: ReactNode }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  className: string | undefined;
  /** Chosen tabs have `data-state="active"`. */
  tabClassName: string | undefined;
}

const focusGroup = { group: '[role=tablist]', buttons: '[role=tab]', direction: 'horizontal' } as const;

const tabId = (id: string, value: string): string => `${id}-tab-${value}`;
const panelId = (id: string, value: string): string => `${id}-panel-${value}`;

export function TabList<Value extends string>({
  id,
  label,
  tabs,
  value: chosen,
  onChange,
  className,
  tabClassName,
}: TabListProps<Value>) {
  const [focused, setFocused] = useState<Value | null>(null);
  return (
    <div role="tablist" aria-label={label} aria-orientation="horizontal" className={className}>
      {tabs.map(({ value, label: text }) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={tabId(id, value)}
          aria-selected={value === chosen}
          aria-controls={panelId(id, value)}
          data-state={value === chosen ? 'active' : 'inactive'}
          // The Tab key leaves the tabs from whichever has the focus.
          tabIndex={value === (focused ?? chosen) ? 0 : -1}
          className={tabClassName}
          onClick={(event) => {
            // Safari leaves the focus where it is.
            event.currentTarget.focus();
            onChange(value);
          }}
          onFocus={() => {
            setFocused(value);
            if (value !== chosen) onChange(value);
          }}
          onKeyDown={(event) => moveFocus(event, focusGroup)}
          onBlur={() => setFocused(null)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

export const tabPanelProps = (id: string, value: string, chosen: string | undefined) =>
  ({
    role: 'tabpanel',
    id: panelId(id, value),
    'aria-labelledby': tabId(id, value),
    'data-state': value === chosen ? 'active' : 'inactive',
    tabIndex: 0,
  }) as const;
