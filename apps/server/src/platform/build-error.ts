/** The pages could not be built. The message is for the operator. */
export class BuildError extends Error {
  override readonly name = 'BuildError';
}
