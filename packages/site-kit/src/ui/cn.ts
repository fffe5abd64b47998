/** Joins class names, leaving out what does not apply. A caller's class comes last, and sets what the part leaves open. */
export { cx as cn } from 'class-variance-authority';
