/** The line with the reason why sending failed, and the large button. Neither moves. */
import { AlertText } from './announce.tsx';
import { Button } from './button.tsx';

export const FormFailure = ({ text }: { text: string | null }) => (
  <p className="min-h-5 text-14 leading-5 text-loss">
    <AlertText text={text} />
  </p>
);

export const SubmitButton = ({
  busy,
  label,
  busyLabel,
}: {
  busy: boolean;
  label: string;
  busyLabel: string;
}) => (
  <Button type="submit" size="large" className="w-full" busy={busy}>
    {busy ? busyLabel : label}
  </Button>
);

export const linkClass = 'font-bold underline underline-offset-4 hover:text-coin';
