/** Beginnings of answers to what is asked most, to be completed before they are sent. */

export interface AnswerTemplate {
  label: string;
  textFor: (name: string) => string;
}

const template = (label: string, body: string): AnswerTemplate => ({
  label,
  textFor: (name) => `Hello ${name},\n\n${body}\n\nThe Fairground team`,
});

export const answerTemplates: readonly AnswerTemplate[] = [
  template(
    'A bet',
    'we read the round that you asked about, and its proof. The result follows from a seed that was ' +
      'sealed before betting opened, and from the sealed bets; you can check it on the fairness page.',
  ),
  template(
    'Corrected',
    'you are right, and we are sorry. We corrected your coins; the correction is listed in the export ' +
      'of your data, with its reason.',
  ),
  template(
    'Limits',
    'on the page "Limits" you can set a daily limit or take a break at once. A looser limit waits for ' +
      '24 hours, so that nobody changes it in the heat of the moment.',
  ),
];
