/** What the forms of this folder may send, by the contract; loaded when one is sent. */
export { clubNameBody } from '@fairground/contract/clubs';
