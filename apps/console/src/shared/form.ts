/** Reads the text fields of a form. */

export const readForm = (form: HTMLFormElement): ((name: string) => string) => {
  const fields = new FormData(form);
  return (name) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
};
