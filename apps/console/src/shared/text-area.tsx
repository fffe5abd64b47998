/** A labeled field of several lines. */
import { inputClass } from '@fairground/site-kit/ui/field.tsx';
import { useId, type ComponentProps } from 'react';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'className'> {
  label: string;
}

export function TextArea({ label, ...field }: TextAreaProps) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-14 leading-5 font-bold">
        {label}
      </label>
      <textarea id={id} className={`${inputClass} py-2`} {...field} />
    </div>
  );
}
