/** An act that cannot be undone: its button works once a box is ticked. */
import { Button } from '@fairground/web/shared/ui/button.tsx';
import { Checkbox } from '@fairground/web/shared/ui/field.tsx';
import { useState, type ReactNode } from 'react';
import { Failure, Section } from './parts.tsx';

interface ConfirmedActProps {
  title: string;
  /** What is confirmed by the box. */
  confirmation: string;
  /** Of the button. */
  label: string;
  act: { mutate: () => void; isPending: boolean; error: Error | null };
  isDisabled?: boolean;
  children: ReactNode;
}

export function ConfirmedAct({
  title,
  confirmation,
  label,
  act,
  isDisabled = false,
  children,
}: ConfirmedActProps) {
  const [isSure, setSure] = useState(false);
  return (
    <Section title={title}>
      {children}
      <Checkbox label={confirmation} checked={isSure} onChange={({ target }) => setSure(target.checked)} />
      {act.error ? <Failure error={act.error} /> : null}
      <div>
        <Button
          size="small"
          variant="danger"
          busy={act.isPending}
          disabled={isDisabled || !isSure}
          onClick={() => act.mutate()}
        >
          {label}
        </Button>
      </div>
    </Section>
  );
}
