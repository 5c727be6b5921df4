//! The program as people use it: every example of the README and the files in `cmd`, with what they print.
//! `TRYCMD=overwrite cargo test -p plyscope-cli` writes the new output into them; look at the change before committing.

#[test]
fn examples_print_what_the_documents_show() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("../../README.md").env("NO_COLOR", "1");
}
