"""How good a CheckList is: utility, diversity, cost and correctness, after Karthikeyan K et al. (2022).

Multilingual CheckList: Generation and Evaluation (Findings of AACL-IJCNLP 2022) compares CheckLists of one language made in
different ways on these four axes (its table of the Hindi CheckLists), and compares failure rates of extracted and verified
CheckLists capability by capability (its Table 2). Each module here holds one of the measures.
"""
