/**
 * What forms share: fields judged before sending, the server's `errors[].path` shown at the
 * field they name, everything else as one line above the button, and focus moved to the first mistake.
 */
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { isApiError, readableError } from '../api/api-error.ts';
import { useT } from '../i18n/i18n.ts';
import { problemText } from '../i18n/problem-text.ts';

export type FieldErrors = Record<string, string>;

interface FormOptions<Values> {
  /** Reads the form; `errors` by field name, empty when it may be sent. */
  read: (data: FormData) => { values: Values; errors: FieldErrors };
  send: (values: Values) => Promise<unknown>;
  onDone?: (values: Values) => void;
}

export function useForm<Values>({ read, send, onDone }: FormOptions<Values>) {
  const t = useT();
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);

  const mutation = useMutation({
    mutationFn: send,
    onSuccess: (_, values) => onDone?.(values),
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { values, errors: found } = read(new FormData(form));
    setErrors(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return focusFirst(form, found);
    if (mutation.isPending) return;
    mutation.mutate(values, {
      onError: (error) => {
        const named = fieldErrors(error, form);
        setErrors(named);
        if (Object.keys(named).length > 0) focusFirst(form, named);
        else setFailure(readableError(error, t('error.unexpected')));
      },
    });
  };

  return { submit, errors, failure, busy: mutation.isPending };
}

/** Paths come as `email` or `/email`; those without a field of that name go to the line above the button. */
function fieldErrors(error: unknown, form: HTMLFormElement): FieldErrors {
  const found: FieldErrors = {};
  if (!isApiError(error)) return found;
  for (const { path, message } of error.errors) {
    const name = path.replace(/^(body)?[./]+/, '');
    if (form.elements.namedItem(name) !== null) found[name] ??= problemText('field', message);
  }
  return found;
}

/** After React has shown the messages, so that a screen reader reads them with the field. */
function focusFirst(form: HTMLFormElement, errors: FieldErrors): void {
  const first = Array.from(form.elements).find((field) => (field.getAttribute('name') ?? '') in errors);
  requestAnimationFrame(() => {
    if (first instanceof HTMLElement) first.focus();
  });
}
