export const passwordLengthMin = 12
export const passwordLengthMax = 128
