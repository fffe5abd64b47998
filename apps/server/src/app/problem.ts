export { sendProblem, sendRefusal, toProblem } from '../platform/problem.ts';
