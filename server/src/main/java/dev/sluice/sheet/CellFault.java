package dev.sluice.sheet;

/// Code and message for a cell or row whose value differs from the one that its author sees in the spreadsheet
/// program.
///
/// @param message phrase that follows the title of the column
public record CellFault(String code, String message) {
    static final CellFault DATE = new CellFault(
            "CELL_IS_DATE", "is a date in the spreadsheet; format the cell as text and enter the value again");
    static final CellFault BOOLEAN = new CellFault(
            "CELL_IS_BOOLEAN",
            "is TRUE or FALSE in the spreadsheet; format the cell as text and enter the value again");
    static final CellFault ERROR =
            new CellFault("CELL_IS_ERROR", "shows an error in the spreadsheet; replace it with its value");
    static final CellFault FORMULA =
            new CellFault("CELL_IS_FORMULA", "is calculated by a formula; paste its value in its place");
    static final CellFault DIGITS_LOST = new CellFault(
            "CELL_DIGITS_LOST",
            "is a number with more than 15 digits, of which spreadsheets keep only 15; format the cell as text and"
                    + " enter the value again");

    static final CellFault HIDDEN = new CellFault(
            "CELL_HIDDEN", "is in a hidden column; show the column, check its values and upload the file again");

    /// Code for a value in a column without a title; the fault concerns the row.
    public static final String SURPLUS = "CELL_SURPLUS";

    /// Fault of a number whose format displays another value, such as 0.5 as 50 % or 1250.5 as 1251.
    static CellFault format(String code) {
        return new CellFault(
                "CELL_FORMAT",
                "is displayed differently from its stored value, by the format “" + code
                        + "”; format the cell as a plain number and check its value");
    }

    /// @param address cell address such as `F2`
    static CellFault surplus(String address) {
        return new CellFault(
                SURPLUS,
                "cell " + address + " has a value, and its column has no title; quote texts that contain the"
                        + " separator, or give the column a title");
    }
}
