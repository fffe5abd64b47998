/**
 * A form for a call of the contract. Its inputs belong to the browser, which fills and edits them; what they hold is
 * checked by the contract's schema when the form is sent, and the schema is loaded then. What the server refuses is
 * shown at the field that its `errors[].path` names, and everything else as one line above the button.
 */
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import type { ZodMiniType } from 'zod/mini';
import { isApiError, readableError } from '../api/api-error.ts';
import { reportUnexpected } from '../faults/report-fault.ts';
import { useT, type MessageKey } from '../i18n/i18n.ts';
import { problemText } from '../i18n/problem-text.ts';

export type FieldOf<Input> = keyof Input & string;

export interface ContractFormOptions<Input extends object, Output> {
  /**
   * Loads the schema, which decides what may be sent. `button` is the value of the button that sends, if it has one.
   */
  schema: (button: string) => Promise<ZodMiniType<Output, Input>>;
  /** The sentence for a field that breaks the schema, by what was entered: those of the contract are for programs. */
  sentenceOf: (field: FieldOf<Input>, entered: unknown) => MessageKey;
  /** Throws a `SendingCancelled` where the player has changed their mind. */
  send: (values: Output, button: string) => Promise<unknown>;
  onDone?: (values: Output) => void;
  /** Fills the fields again when they change, such as with the player's name. */
  values?: Input;
  /** A refusal that belongs to a field although the server names none. */
  fieldOf?: (refusal: unknown) => OwnError<Input> | null;
}

interface OwnError<Input> {
  field: FieldOf<Input>;
  sentence: MessageKey;
}

/** The server has a sentence of its own, and mostly a reason by which the page has a better one. */
type ShownError<Input> =
  | OwnError<Input>
  | { field: FieldOf<Input>; message: string; reason?: string | undefined };

/** Ends sending without a message. */
export class SendingCancelled extends Error {
  override readonly name = 'SendingCancelled';
}

interface FieldOptions {
  /** What is read of the text, such as without spaces at its ends. */
  read?: (entered: string) => unknown;
}

interface FormInput extends FieldOptions {
  element: HTMLInputElement | HTMLTextAreaElement;
}

type FormInputs = Map<string, FormInput>;

export function useContractForm<Input extends object, Output>(options: ContractFormOptions<Input, Output>) {
  'use memo';
  const t = useT();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly ShownError<Input>[]>([]);
  const inputs = useRef<FormInputs>(new Map());
  useRefilled(inputs, options.values);

  function show(form: HTMLFormElement, found: readonly ShownError<Input>[]): void {
    setErrors(found);
    const first = Array.from(form.elements).find((element) =>
      found.some(({ field }) => field === element.getAttribute('name')),
    );
    // After React has shown the messages, so that a screen reader reads them with the field.
    if (first instanceof HTMLElement) requestAnimationFrame(() => first.focus());
  }

  async function checkAndSend(form: HTMLFormElement, button: string): Promise<void> {
    const schema = await options.schema(button);
    const entered = readInputs(inputs.current);
    const checked = await schema.safeParseAsync(entered);
    if (!checked.success) {
      const broken = new Set(checked.error.issues.map(({ path }) => path[0] as FieldOf<Input>));
      return show(
        form,
        Array.from(broken, (field) => ({ field, sentence: options.sentenceOf(field, entered[field]) })),
      );
    }
    setErrors([]);
    await options.send(checked.data, button);
    options.onDone?.(checked.data);
  }

  function refuse(form: HTMLFormElement, refusal: unknown): void {
    if (refusal instanceof SendingCancelled) return;
    reportUnexpected(refusal);
    const own = options.fieldOf?.(refusal);
    const found = own ? [own] : (fieldErrors(refusal, form) as ShownError<Input>[]);
    if (found.length === 0) setFailure(refusal);
    else show(form, found);
  }

  async function submit(form: HTMLFormElement, button: string): Promise<void> {
    setFailure(null);
    setBusy(true);
    await checkAndSend(form, button).catch((error: unknown) => refuse(form, error));
    setBusy(false);
  }

  function textOf(error: ShownError<Input>): string {
    return 'sentence' in error ? t(error.sentence) : problemText(error.reason ?? 'field', error.message);
  }

  return {
    onSubmit: (event: FormEvent<HTMLFormElement>): void => {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      const button = submitter instanceof HTMLButtonElement ? submitter.value : '';
      if (!busy) void submit(event.currentTarget, button);
    },
    /** What the input of a field is given. */
    field: (name: FieldOf<Input>, fieldOptions: FieldOptions = {}) => {
      const error = errors.find(({ field }) => field === name);
      const initial: unknown = options.values?.[name];
      return {
        name,
        ref: (element: FormInput['element'] | null) => {
          if (element !== null) inputs.current.set(name, { element, ...fieldOptions });
          return () => void inputs.current.delete(name);
        },
        ...(initial === undefined ? {} : { defaultValue: (initial ?? '') as string | number }),
        error: error && textOf(error),
      };
    },
    failure: failure === null ? null : readableError(failure, t('error.unexpected')),
    busy,
    setValue: (name: FieldOf<Input>, value: string): void => fill(inputs.current, name, value),
    /** Empties the fields. */
    reset: (): void => {
      for (const { element } of inputs.current.values()) element.form?.reset();
    },
  };
}

function readInputs(inputs: FormInputs): Record<string, unknown> {
  const read = ({ element, read: readText }: FormInput): unknown =>
    element instanceof HTMLInputElement && element.type === 'checkbox'
      ? element.checked
      : (readText?.(element.value) ?? element.value);
  return Object.fromEntries(Array.from(inputs, ([name, input]) => [name, read(input)]));
}

function fill(inputs: FormInputs, name: string, value: string | number | null): void {
  const input = inputs.get(name);
  if (input !== undefined) input.element.value = String(value ?? '');
}

/** Shows the values again when they change, such as after they were saved. */
function useRefilled(inputs: RefObject<FormInputs>, values: object | undefined): void {
  const shown = useRef(values);
  useEffect(() => {
    if (values === undefined || JSON.stringify(shown.current) === JSON.stringify(values)) return;
    shown.current = values;
    for (const [name, value] of Object.entries(values as Record<string, string | number | null>))
      fill(inputs.current, name, value);
  }, [inputs, values]);
}

/** Without the spaces around it, as the server reads names and addresses. */
export const trimmed: FieldOptions = { read: (entered) => entered.trim() };

/** Paths come as `email` or `/email`; those without a field of that name go to the line above the button. */
function fieldErrors(refusal: unknown, form: HTMLFormElement): ShownError<Record<string, unknown>>[] {
  if (!isApiError(refusal)) return [];
  const byField = new Map<string, ShownError<Record<string, unknown>>>();
  for (const { path, ...error } of refusal.errors) {
    const field = path.replace(/^(body)?[./]+/, '');
    if (form.elements.namedItem(field) !== null && !byField.has(field))
      byField.set(field, { field, ...error });
  }
  return [...byField.values()];
}
