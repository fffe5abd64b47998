/** A choice among a game's tools that this browser remembers, such as a second bet or the instant mode. */
import { useStore, type Store } from '@fairground/site-kit/store/store.ts';
import { cn } from '@fairground/site-kit/ui/cn.ts';

interface ToolSwitchProps {
  store: Store<boolean>;
  label: string;
  /** Where it differs from what is remembered. */
  checked?: boolean;
  disabled?: boolean;
}

export function ToolSwitch({ store, label, checked, disabled = false }: ToolSwitchProps) {
  const isOn = useStore(store);
  return (
    <label
      className={cn(
        'inline-flex min-h-11 cursor-pointer items-center gap-2 px-3 text-14 font-bold',
        'has-disabled:cursor-not-allowed has-disabled:text-disabled',
      )}
    >
      <input
        type="checkbox"
        className="size-5"
        checked={checked ?? isOn}
        disabled={disabled}
        onChange={({ currentTarget }) => store.set(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
