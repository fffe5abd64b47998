export const benchFanOut = async (): Promise<void> => {};
