/** Textual conventions of IANA-PRINTER-MIB by number; `-` marks a number without a name. */
const list = (text: string): readonly (string | undefined)[] =>
  text
    .trim()
    .split(/\s+/)
    .map((name) => (name === '-' ? undefined : name))

/** PrtMarkerSuppliesTypeTC. */
export const supplyTypes = list(`
- other unknown toner wasteToner ink inkCartridge inkRibbon wasteInk opc developer fuserOil solidWax ribbonWax wasteWax
fuser coronaWire fuserOilWick cleanerUnit fuserCleaningPad transferUnit tonerCartridge fuserOiler water wasteWater
glueWaterAdditive wastePaper bindingSupply bandingSupply stitchingWire shrinkWrap paperWrap staples inserts covers`)

/** PrtMarkerSuppliesSupplyUnitTC, PrtMarkerCounterUnitTC and PrtCapacityUnitTC, which share their numbers. */
export const units = list(`
- other unknown tenThousandthsOfInches micrometers characters lines impressions sheets dotRow - hours
thousandthsOfOunces tenthsOfGrams hundredthsOfFluidOunces tenthsOfMilliliters feet meters items percent`)

/** PrtInputTypeTC. */
export const inputTypes = list(`
- other unknown sheetFeedAutoRemovableTray sheetFeedAutoNonRemovableTray sheetFeedManual continuousRoll
continuousFanFold`)

/** PrtMarkerMarkTechTC. */
export const markerTechnologies = list(`
- other unknown electrophotographicLED electrophotographicLaser electrophotographicOther
impactMovingHeadDotMatrix9pin impactMovingHeadDotMatrix24pin impactMovingHeadDotMatrixOther
impactMovingHeadFullyFormed impactBand impactOther inkjetAqueous inkjetSolid inkjetOther pen thermalTransfer
thermalSensitive thermalDiffusion thermalOther electroerosion electrostatic photographicMicrofiche
photographicImagesetter photographicOther ionDeposition eBeam typesetter`)
