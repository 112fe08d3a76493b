// Okabe and Ito's colours (https://jfly.uni-koeln.de/color/), which the colour-blind can tell apart, without the yellow
// and the black, which vanish on white and on dark. Both plot libraries draw their series with them.
export const kColors = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6bb1", "#7a7a7a"];
export const kSeries = kColors[0]!; // where there is but one
